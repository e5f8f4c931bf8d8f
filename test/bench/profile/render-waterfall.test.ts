import { expect, test } from 'vitest'
import { listWaterfall, renderWaterfall } from './render-waterfall.ts'

test('default: a bar begins when the request was sent and ends with its answer', () => {
  const requests = listWaterfall([
    [
      { client: 0, method: 'eth_call', params: [], startMs: 0, durationMs: 5 },
      { client: 2, method: 'evm_mine', params: [], startMs: 5, durationMs: 5 },
    ],
  ])
  const [, first = '', second = '', foot] = renderWaterfall(requests, 10).split('\n')
  expect(first).toMatch(/agent +eth_call +│█{30} {30}│$/)
  expect(second).toMatch(/harness +evm_mine +│ {30}█{30}│$/)
  expect(foot).toBe('10.00 ms in all, 2 requests, 10.00 ms until their answers')
})
