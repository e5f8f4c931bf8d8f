import { readdirSync, readFileSync } from 'node:fs'

/** Give a time in seconds for which nothing else of this machine sleeps, other tests and other checkouts included. */
export const ownTime = (number: number): number => 1_000_000_000 + process.pid * 100 + number

/** List the processes of this machine that sleep for some time; all backends of these tests run their commands here. */
export const listSleepers = (seconds: readonly number[]): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return seconds.some((each) => line === `sleep\0${each}\0`)
      } catch {
        return false
      }
    })
