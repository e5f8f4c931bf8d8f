/** Selectors of variants, which nobody sees, are as many as there are bytes: where several come in a row they say some. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu

/** The first 16 of them, and the other 240 (Unicode 16.0, section 23.4). */
const [FIRST, OTHER] = [0xfe00, 0xe0100]

/** Read the selectors of variants in a text as the bytes that they are numbered by. */
export const readSelectors = (text: string): string =>
  text.replaceAll(SELECTORS, (run) =>
    String.fromCharCode(
      ...Array.from(run, (selector) => {
        const code = selector.codePointAt(0) as number
        return code < OTHER ? code - FIRST : code - OTHER + 16
      }),
    ),
  )
