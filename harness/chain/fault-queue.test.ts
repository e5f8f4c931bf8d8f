import { expect, test } from 'vitest'
import { createFaultQueue, type Striking } from './fault-queue.ts'

/** Tell which fault strikes each of some requests, by its number. */
const strike = (queue: ReturnType<typeof createFaultQueue<Striking>>, ...methods: readonly string[]) =>
  methods.map((method) => queue.take(method)?.index)

test('default: a fault strikes everything until it is cleared', () => {
  const queue = createFaultQueue()
  queue.inject({})
  expect(strike(queue, 'eth_call', 'evm_mine')).toEqual([1, 1])
  queue.clear()
  expect(strike(queue, 'eth_call')).toEqual([undefined])
})

test('behavior: it strikes the methods that fit, after so many of them, so many times', () => {
  const queue = createFaultQueue()
  queue.inject({ method: 'eth_get*', after: 2, times: 2 })
  const methods = ['eth_getCode', 'eth_call', 'eth_getCode', 'eth_getLogs', 'xeth_getCode', 'eth_getCode']
  expect(strike(queue, ...methods, 'eth_getCode')).toEqual([
    ...[undefined, undefined, undefined, 1, undefined, 1],
    undefined,
  ])
  queue.inject({ method: 'eth.call' })
  expect(strike(queue, 'eth_call', 'eth.call')).toEqual([undefined, 2])
})

test('behavior: several strike one after another, each when those before it are used up', () => {
  const queue = createFaultQueue()
  queue.inject({ method: 'eth_call', times: 1 })
  queue.inject({ times: 2 })
  expect(strike(queue, 'evm_mine', 'eth_call', 'eth_call', 'eth_call')).toEqual([2, 1, 2, undefined])
})

test('behavior: of requests that are sent together one that fits is enough', () => {
  const queue = createFaultQueue()
  queue.inject({ method: 'eth_call' })
  expect(queue.take('evm_mine', 'eth_call')?.index).toBe(1)
  expect(queue.take('evm_mine', 'eth_chainId')).toBeUndefined()
})

test('behavior: one that is spared counts as seen, and not among those that are struck', () => {
  const queue = createFaultQueue(({ seen }) => seen % 2 === 0)
  queue.inject({ times: 2 })
  const seen = () => queue.take('eth_call')?.seen
  expect([seen(), seen(), seen(), seen(), seen()]).toEqual([undefined, 2, undefined, 4, undefined])
})
