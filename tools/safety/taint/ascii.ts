/** A text of ASCII alone: a byte a character, and no tables of Unicode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is where ASCII begins
export const ASCII = /^[\u0000-\u007f]*$/

/** Runs of all else, in halves of pairs. */
export const BEYOND_ASCII = /[\u0080-\uffff]+/g
