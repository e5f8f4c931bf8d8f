import { type Hex, numberToHex, toFunctionSelector } from 'viem'

const selector = (signature: string) => toFunctionSelector(`function ${signature}`).slice(2)
const word = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)
const byte = (value: number) => numberToHex(value, { size: 1 }).slice(2)

/** Where the code that returns decimals and the one that returns the answer begin. */
const [DECIMALS_AT, ANSWER_AT] = [0x55, 0x60]

/** Jump to a place if the selector on the stack is this one (DUP1 PUSH4 EQ PUSH1 JUMPI). */
const jumpIf = (signature: string, place: number) => `8063${selector(signature)}1460${byte(place)}57`

/** Return the word on the stack (PUSH1 0 MSTORE, PUSH1 32 PUSH1 0 RETURN). */
const RETURN_WORD = '60005260206000f3'

/**
 * Write the code of a feed that answers one price, as of the block in which it is asked: Chainlink's `decimals` and
 * `latestAnswer`, and its round data to everything else. It is put in a feed's place in a simulation, so that whatever
 * reads the feed sees that price.
 */
export function writeFixedFeed({
  answer,
  decimals,
}: {
  readonly answer: bigint
  readonly decimals: number
}): Hex {
  const head = ['60003560e01c', jumpIf('decimals()', DECIMALS_AT), jumpIf('latestAnswer()', ANSWER_AT)]
  // Round, answer, start and update (TIMESTAMP), and the round that it was answered in.
  const rounds = [`7f${word(answer)}602052`, '6001600052', '42604052', '42606052', '6001608052', '60a06000f3']
  const decimalsCode = `5b60${byte(decimals)}${RETURN_WORD}`
  const answerCode = `5b7f${word(answer)}${RETURN_WORD}`
  return `0x${[...head, ...rounds, decimalsCode, answerCode].join('')}`
}
