/**
 * Make characters visible that would act on a terminal or a parser, or by which two names that look alike differ:
 * controls, bidirectional marks and overrides, line separators, lone surrogates and what has no width become `\u{…}`
 * escapes. Line feeds and what joins letters stay, a tab becomes two spaces.
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

const HIDDEN =
  /(?!\n)[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu
