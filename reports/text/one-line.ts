import { makeVisible } from './make-visible.ts'

/** Show a text that may say anything in one line. */
export const oneLine = (text: string): string => makeVisible(text).replaceAll('\n', ' ')
