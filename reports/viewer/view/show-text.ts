import { clip } from '../../text/clip.ts'
import { groupThousands } from '../../text/group-thousands.ts'
import { makeVisible } from '../../text/make-visible.ts'

const MAX_TEXT_LENGTH = 2000

/** Ready a text of a record for the page: nothing in it acts, and it has a length that a page can bear. */
export const showText = (value: string, maxLength = MAX_TEXT_LENGTH): string =>
  clip(makeVisible(value), maxLength)

/** Ready a sentence: amounts in it are spelled as those of tables are. */
export const showSentence = (value: string, maxLength?: number): string =>
  showText(groupThousands(value), maxLength)
