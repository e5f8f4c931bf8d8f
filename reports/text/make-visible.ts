/**
 * Make characters visible that would act on a terminal or a parser: controls, bidirectional overrides, line separators
 * and lone surrogates become `\u{…}` escapes. Line feeds stay, a tab becomes two spaces.
 */
export const makeVisible = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replaceAll('\r\n', '\n')
        .replaceAll('\t', '  ')
        .replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)

/** Nearly every text is: then nothing in it is looked for. */
const PLAIN = /^[\n\x20-\x7e]*$/

const HIDDEN = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu
