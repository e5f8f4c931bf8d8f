import { InvalidArgumentError } from 'commander'
import { parseDurationMs } from '../scenario/text/units.ts'

/** Read how many workers to start. */
export const parseCount = (text: string): number => {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('expected a whole number from 1 to 64')
}

/** Read a share in percent. */
export const parsePercent = (text: string): number => {
  const percent = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && percent <= 100) return percent
  throw new InvalidArgumentError('expected a number from 0 to 100')
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
