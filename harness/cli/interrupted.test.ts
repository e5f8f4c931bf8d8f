import { expect, test } from 'vitest'
import { Interrupted, unlessInterrupted } from './interrupted.ts'

test('behavior: what fails behind an interruption is no error of its own', async () => {
  const signal = AbortSignal.abort(new Interrupted('SIGINT'))
  const work = Promise.reject(new Error('nobody waits for it'))
  await expect(unlessInterrupted(signal, work)).rejects.toThrow('interrupted by SIGINT')
})
