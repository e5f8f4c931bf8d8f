import { shortenHash } from '../../text/shorten-hash.ts'
import { type ViewAmount, viewAmount } from './amount.ts'
import { showSentence, showText } from './show-text.ts'

const USDC = { decimals: 6, symbol: 'USDC' }

/** A name with a value; `full` is what copying gives where `value` is a short form. */
export interface ViewFact {
  readonly name: string
  readonly value: string
  readonly full?: string
  readonly baseUnits?: string
}

/** A text under a name. */
export const plainFact = (name: string, value: string): ViewFact => ({ name, value: showText(value) })

/** A sentence under a name. */
export const sentenceFact = (name: string, value: string): ViewFact => ({ name, value: showSentence(value) })

/** A hash under a name, shortened. */
export const hashFact = (name: string, hash: string): ViewFact => ({
  name,
  value: shortenHash(showText(hash)),
  full: showText(hash),
})

/** USDC base units under a name; a text that is no number stays what it is. */
export function usdcFact(name: string, baseUnits: string): ViewFact {
  if (!/^-?\d+$/.test(baseUnits)) return plainFact(name, baseUnits)
  const { text, ...rest }: ViewAmount = viewAmount(baseUnits, USDC)
  return { name, value: text, ...rest }
}
