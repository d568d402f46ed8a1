import {
  type MailContents,
  type MailLinks,
  type MailNews,
  type MailRecord,
  momentIn,
  moreRecordsText,
  moreText,
  sentenceOf,
  whyText,
} from './notification-contents.ts'

const fonts = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Colors are inline, because some mail programs drop style sheets. Those that keep them have a dark variant. */
const dark = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #0b1016 !important }
  .card { background: #151c25 !important; border-color: #222c37 !important }
  .line { border-color: #222c37 !important }
  .text { color: #e6edf3 !important }
  .soft { color: #b1bcc8 !important }
  .link { color: #5eead4 !important }
  .quote { color: #cdd7e1 !important; border-color: #36424f !important }
  .button { background: #2dd4bf !important; color: #0b1016 !important }
}
`

/** The HTML part: tables and inline styles, which every mail program understands, and no images. */
export function buildMailHtml(
  { companyName, timeZone, groups, moreRecords }: MailContents,
  { subject, links, only }: { subject: string; links: MailLinks; only: MailRecord | undefined },
): string {
  const body = groups.map(({ name, records }, n) => {
    const all = records.map((record, n) => recordHtml(record, timeZone, n === 0)).join('')
    return `${n === 0 ? '' : line}<tr><td class="soft" style="padding:20px 24px 0;font-size:12px;line-height:18px;font-weight:600;color:#475569">${escaped(name)}</td></tr>${all}`
  })
  const [target, label] =
    only === undefined ? [links.inbox, 'Open your inbox'] : [only.address, `Open the ${only.kind}`]
  const more =
    moreRecords === 0 ? '' : row(moreRecordsText(moreRecords), 'soft', 'padding:12px 24px 0;color:#475569')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8fafc">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f8fafc">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e5eaf0;border-radius:8px;font-family:${fonts};font-size:14px;line-height:21px;text-align:left;word-break:break-word">
${body.join('\n')}
${more}
<tr><td style="padding:20px 24px 24px"><a class="button" href="${escaped(target)}" style="display:inline-block;padding:8px 14px;border-radius:6px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${fonts};font-size:12px;line-height:18px;text-align:left">
<tr><td class="soft" style="padding:16px 24px;color:#475569">${escaped(whyText(companyName))}<br><a class="link" href="${escaped(links.settings)}" style="color:#0f766e">Change your settings</a> &nbsp;·&nbsp; <a class="link" href="${escaped(links.unsubscribe)}" style="color:#0f766e">Unsubscribe</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Between two groups. */
const line = `<tr><td style="padding:24px 24px 0"><div class="line" style="border-top:1px solid #e5eaf0;font-size:0;line-height:0">&nbsp;</div></td></tr>`

const row = (text: string, name: string, style: string): string =>
  `<tr><td class="${name}" style="${style}">${escaped(text)}</td></tr>`

function recordHtml(record: MailRecord, timeZone: string, isFirst: boolean): string {
  const { title, address, news, more } = record
  return [
    `<tr><td style="padding:${isFirst ? 8 : 20}px 24px 0;font-size:16px;line-height:24px;font-weight:600"><a class="link" href="${escaped(address)}" style="color:#0f766e;text-decoration:none">${escaped(title)}</a></td></tr>`,
    ...news.map((each) => newsHtml(record, each, timeZone)),
    more === 0 ? '' : row(moreText(more), 'soft', 'padding:6px 24px 0;color:#475569'),
  ].join('')
}

function newsHtml(record: MailRecord, news: MailNews, timeZone: string): string {
  const quote =
    news.quote === undefined
      ? ''
      : `<div class="quote" style="margin:4px 0 6px;padding:0 0 0 12px;border-left:3px solid #e5eaf0;color:#334155">${quoted(news.quote)}</div>`
  return `<tr><td class="text" style="padding:6px 24px 0;color:#0f172a">${escaped(sentenceOf(record, news))} <span class="soft" style="color:#475569;white-space:nowrap">${escaped(momentIn(timeZone, news.at))}</span>${quote}</td></tr>`
}

/** Comments are Markdown: bold text is worth showing, and the rest reads well as it is. */
const quoted = (text: string): string =>
  escaped(text)
    .replaceAll(/\*\*([^*\n]{1,200})\*\*/g, '<strong>$1</strong>')
    .replaceAll('\n', '<br>')

/** Text that people wrote must not become markup. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
