/** Pattern of a name that a file gives to something of its own. */
export const NAME_PATTERN = '^[A-Za-z][A-Za-z0-9]*$'

const NAME = new RegExp(NAME_PATTERN)

/** Tell whether a text can name something of a file. */
export const isName = (text: string): boolean => NAME.test(text)
