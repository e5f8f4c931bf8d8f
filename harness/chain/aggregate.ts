import { type Address, type Hex, type PublicClient, toFunctionSelector } from 'viem'
import { HarnessError } from '../errors.ts'

/** A read to make together with others; with `allowFailure` the others answer although it fails. */
export interface AggregatedRead {
  readonly target: Address
  readonly allowFailure: boolean
  readonly callData: Hex
}

/** What one of them answered. */
export interface AggregatedAnswer {
  readonly success: boolean
  readonly returnData: Hex
}

const SELECTOR = toFunctionSelector('function aggregate3((address,bool,bytes)[])')

const WORD_BYTES = 32
const WORD_DIGITS = 64

const word = (value: number) => value.toString(16).padStart(WORD_DIGITS, '0')
const toWords = (bytes: number) => Math.ceil(bytes / WORD_BYTES)

/**
 * Encode the call of Multicall3 that makes all of the reads, `aggregate3((address,bool,bytes)[])`; by hand, since a
 * hundred reads are put together before and after each action.
 */
export function encodeAggregate(reads: readonly AggregatedRead[]): Hex {
  const calls = reads.map(({ target, allowFailure, callData }) => {
    const digits = callData.slice(2)
    const bytes = digits.length / 2
    const padded = digits.padEnd(WORD_DIGITS * toWords(bytes), '0')
    const address = target.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')
    return `${address}${word(allowFailure ? 1 : 0)}${word(3 * WORD_BYTES)}${word(bytes)}${padded}`
  })
  let at = WORD_BYTES * calls.length
  const offsets = calls.map((call) => {
    const offset = word(at)
    at += call.length / 2
    return offset
  })
  return `${SELECTOR}${word(WORD_BYTES)}${word(calls.length)}${offsets.join('')}${calls.join('')}`
}

/** Decode what Multicall3 answers to so many reads, `(bool success, bytes returnData)[]`. @throws HarnessError OBSERVATION_FAILED */
export function decodeAggregate(answer: Hex, reads: number): readonly AggregatedAnswer[] {
  const digitsAt = (byte: number, bytes = WORD_BYTES) => answer.slice(2 + 2 * byte, 2 + 2 * (byte + bytes))
  const numberAt = (byte: number) => Number(`0x${digitsAt(byte)}`)
  if (numberAt(0) !== WORD_BYTES || numberAt(WORD_BYTES) !== reads) {
    throw new HarnessError('OBSERVATION_FAILED', 'the reads have no answer', {
      expected: `${reads} answers of Multicall3`,
      found: answer.slice(0, 2 + 2 * WORD_DIGITS),
      hint: 'check that the multicall of the address book is deployed',
    })
  }
  const start = 2 * WORD_BYTES
  return Array.from({ length: reads }, (_, index) => {
    const at = start + numberAt(start + WORD_BYTES * index)
    const data = at + numberAt(at + WORD_BYTES)
    return {
      success: numberAt(at) === 1,
      returnData: `0x${digitsAt(data + WORD_BYTES, numberAt(data))}`,
    }
  })
}

/**
 * Prepare reads that are made together, at one block, through Multicall3 (https://github.com/mds1/multicall): what
 * is asked again and again is encoded once.
 */
export function prepareAggregate(
  client: Pick<PublicClient, 'call'>,
  multicall3: Address,
  reads: readonly AggregatedRead[],
): () => Promise<readonly AggregatedAnswer[]> {
  const data = encodeAggregate(reads)
  return async () => {
    const { data: answer = '0x' } = await client.call({ to: multicall3, data })
    return decodeAggregate(answer, reads.length)
  }
}

/** The first word of an answer; undefined when there is none. */
export const toWord = (answer: AggregatedAnswer | undefined): bigint | undefined =>
  answer?.success && answer.returnData.length >= 66 ? BigInt(answer.returnData.slice(0, 66)) : undefined
