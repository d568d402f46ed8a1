/** Compiled when it is first needed: that takes 25 ms, which the start need not wait for. */
let shape: RegExp | undefined

/** Whether a text is one emoji, as Unicode recommends them for interchange. */
export function isEmoji(text: string): boolean {
  shape ??= /^\p{RGI_Emoji}$/v
  return shape.test(text)
}
