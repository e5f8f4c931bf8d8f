import { expect, test } from 'vitest'
import { explainNoResponse } from './explain-no-response.ts'

const ask = (url: string, signal?: AbortSignal) =>
  fetch(url, signal ? { signal } : {}).then(() => undefined, explainNoResponse)

test('default: nobody listens, at one address or at several', async () => {
  expect(await ask('http://127.0.0.1:2')).toEqual({ found: 'connect ECONNREFUSED 127.0.0.1:2' })
  const tried = new TypeError('fetch failed', {
    cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
  })
  expect(explainNoResponse(tried)).toEqual({ found: 'ECONNREFUSED' })
})

test('behavior: no answer in time', async () => {
  expect(explainNoResponse(new DOMException('timed out', 'TimeoutError'))).toEqual({ found: 'none' })
})

test('behavior: a port that fetch refuses comes with what to do', async () => {
  expect(await ask('http://127.0.0.1:1')).toEqual({
    found: 'a port that is kept for another protocol, which HTTP clients refuse to ask',
    hint: expect.stringContaining('another port'),
  })
})

test('behavior: what is no error of fetch is told as it is', () => {
  expect([new TypeError('fetch failed'), 'nothing'].map(explainNoResponse)).toEqual([
    { found: 'fetch failed' },
    { found: 'nothing' },
  ])
})
