import { expect, test } from 'vitest'
import { endLasting, Interrupted, unlessInterrupted } from './interrupted.ts'

test('behavior: what fails behind an interruption is no error of its own', async () => {
  const signal = AbortSignal.abort(new Interrupted('SIGINT'))
  const work = Promise.reject(new Error('nobody waits for it'))
  await expect(unlessInterrupted(signal, work)).rejects.toThrow('interrupted by SIGINT')
})

test.for([
  ['SIGINT', 0, []],
  ['SIGTERM', 143, ['interrupted by SIGTERM']],
  ['SIGHUP', 129, ['interrupted by SIGHUP']],
] as const)('behavior: a command that lasts until Ctrl-C ends by %s with %i', ([name, code, said]) => {
  const told: string[] = []
  const signal = AbortSignal.abort(new Interrupted(name))
  expect(endLasting({ signal, progress: (line) => told.push(line) })).toBe(code)
  expect(told).toEqual(said)
})
