import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { findNearest } from '../../tools/core/suggest.ts'
import { parseDurationMs } from '../scenario/text/units.ts'
import { CHAIN_NAMES, type ChainName, findChainName } from '../world/origin-chains.ts'
import type { StopAt } from './commands/stop-at.ts'
import { findThere } from './find-there.ts'
import type { Shard } from './shard.ts'

/** Read how many workers to start. */
export const parseCount = (text: string): number => {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('expected a whole number from 1 to 64')
}

/** Read the number of one of many, from 1. */
export const parseNumber = (text: string): number => {
  const number = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('expected a whole number, from 1')
}

/** Read a share in percent. */
export const parsePercent = (text: string): number => {
  const percent = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && percent <= 100) return percent
  throw new InvalidArgumentError('expected a number from 0 to 100')
}

/** Ask for the nearest name, where one is near. */
export const suggest = (text: string, names: readonly string[]): string => {
  const nearest = findNearest(text, names)
  return nearest === undefined ? '' : `did you mean "${nearest}"? `
}

/** Read the chain that an origin stands for: its name, or its id. */
export const parseChain = (text: string): ChainName => {
  const found = CHAIN_NAMES.find((name) => name === text) ?? findChainName(Number(text))
  if (found) return found
  throw new InvalidArgumentError(
    `${suggest(text, CHAIN_NAMES)}expected one of ${CHAIN_NAMES.join(', ')}, or the id of one`,
  )
}

/** Read a seed: any text but an empty one. */
export const parseSeed = (text: string): string => {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('expected a seed; leave the option out for the default')
}

/** Read a port, 0 for a free one. */
export const parsePort = (text: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('expected a port from 0 to 65535; 0 picks a free one')
}

/** Read an amount above zero. */
export const parseAmount = (text: string): number => {
  const amount = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && amount > 0) return amount
  throw new InvalidArgumentError('expected a number above 0')
}

/** Read how long something may take, up to a day, in milliseconds. */
export const parseTimeLimit = (text: string): number => {
  const ms = parseDurationMs(text)
  if (ms !== undefined && ms > 0 && ms <= 86_400_000) return ms
  throw new InvalidArgumentError('expected a duration up to 24h, e.g. 90s or 5m')
}

/** Read which part of a run this is. */
export const parseShard = (text: string): Shard => {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= count) return { index, count }
  throw new InvalidArgumentError('expected i/n with i from 1 to n, e.g. 1/4 for the first of four parts')
}

/** Read behind which step to stop. */
export const parseStopAt = (text: string): StopAt => {
  if (text === 'failure') return text
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError(
    `${/^f/i.test(text) ? 'did you mean "failure"? ' : ''}expected the number of a step, from 1, or "failure"`,
  )
}

/** Read a folder, which need not be there yet; answers its absolute path. */
export const parseFolder = (text: string): string => {
  const path = resolve(text)
  if (text !== '' && findThere(path).stats.isDirectory()) return path
  throw new InvalidArgumentError(`expected a folder, found ${text === '' ? 'nothing' : 'a file'}`)
}

/** Read a file to write, which need not be there yet, nor its folder; a device or a pipe is one, too. */
export const parseFile = (text: string): string => {
  const path = resolve(text)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder && findThere(dirname(path)).stats.isDirectory()) return text
  throw new InvalidArgumentError(
    `expected a file to write, found ${isFolder ? `the folder ${path}` : `a file in the place of its folder ${dirname(path)}`}`,
  )
}

/** Create a reader of one of some names. */
export const parseChoice =
  <Name extends string>(names: readonly Name[]) =>
  (text: string): Name => {
    const found = names.find((name) => name === text)
    if (found !== undefined) return found
    throw new InvalidArgumentError(`${suggest(text, names)}expected ${names.join(', ')}`)
  }
