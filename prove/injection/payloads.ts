/** Texts that try to be interpreted as something other than text. */
export const payloads: readonly string[] = [
  // SQL
  ...[
    `'; DROP TABLE tasks; --`,
    `" OR "1"="1`,
    `' OR '1'='1' --`,
    `1); DELETE FROM "users"; --`,
    `\\'; SELECT pg_sleep(9); --`,
  ],
  ...[
    `x' UNION SELECT hash FROM "accessTokens" --`,
    `%' OR 1=1 /*`,
    '$1',
    '?',
    `ʼ OR 1=1 --`,
    `E'\\x27'`,
    '$$; DROP TABLE users; $$',
  ],
  // Headers
  ...[
    'a\r\nX-Injected: yes',
    'a\nX-Injected: yes',
    'a\r\n X-Injected: folded',
    'a\r\n\r\n<html>',
    'a%0d%0aX-Injected: yes',
    'a\u2028X-Injected: yes',
  ],
  ...[
    'Ada\nBcc: evil@evil.example',
    'a"; filename="evil.html',
    `a'; filename*=UTF-8''evil.html`,
    'a\\"b',
    'a\u0085X-Injected: yes',
  ],
  // Formulas
  ...[
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    `=cmd|' /C calc'!A0`,
    '＝1+1',
    'x","=1+1',
    '"=1+1',
    ' =1+1',
    '=HYPERLINK("http://evil.example")',
  ],
  // Paths
  ...[
    '../../../etc/passwd',
    '..\\..\\evil',
    '/etc/evil',
    '\\\\evil\\share',
    'C:\\evil',
    '%2e%2e%2fevil',
    'evil\0.txt',
    'file:/etc/passwd',
    '.',
    '..',
    '~/evil',
    'CON',
    '-rf',
  ],
  // Pages and templates
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '</title><script>alert(1)</script>',
    '<!--',
    '&lt;b&gt;',
    ']]>',
  ],
  ...[
    '{{7*7}}',
    `$\{7*7}`,
    '<%= 7*7 %>',
    '#{7*7}',
    '{{constructor.constructor("x")()}}',
    '%s%n%x',
    '$(id)',
    '`id`',
    '; id',
    '| id',
  ],
  // Logs and terminals
  ...[
    'x\n{"level":60,"msg":"fake"}',
    'x\r\n{"level":60,"msg":"fake"}',
    '\u001b[31mred\u001b[0m',
    '\u009b31mred',
    'a\bb\b',
    '\u202egnp.exe',
    '\ufeffx',
  ],
  // Calendars and mail
  ...[
    'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nX-INJECTED:1',
    'x\nEND:VCALENDAR',
    'x;y,z:w\\n',
    'x\r\n.\r\nMAIL FROM:<evil@evil.example>',
  ],
]

/** The payloads that a request header can carry. */
export const headerPayloads = payloads.filter((payload) => /^[\t\x20-\x7e\x80-\xff]*$/.test(payload))

/** The stored form of a text: by the contract NFC, with LF line ends, and names trimmed. */
export function asKept(text: string, isName: boolean): string {
  const lines = text.replaceAll('\r\n', '\n')
  return (isName ? lines.trim() : lines).normalize('NFC')
}
