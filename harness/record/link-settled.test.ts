import { expect, test } from 'vitest'
import { linkSettled } from './link-settled.ts'
import type { RecordStep } from './record.ts'

const position = (key: string) => ({
  protocol: 'orders',
  key,
  kind: 'held',
  expectedUnits: '1',
  actualUnits: '1',
  observedUnits: '1',
})
const step = (index: number, key: string | undefined, isSent: boolean) =>
  ({
    index,
    ...(isSent ? { transaction: { hash: '0x', blockNumber: '1', gasUsed: '1' } } : {}),
    ...(key === undefined
      ? {}
      : {
          outcome: {
            expected: [],
            actual: [],
            observed: [],
            positions: [position(key)],
            groundTruthSource: 'receipt',
            errorBps: 0,
          },
        }),
  }) as unknown as RecordStep

test('default: what comes later settles the last write on the same position', () => {
  const earlier = [step(0, 'a', true), step(1, 'a', true), step(2, 'b', true), step(3, 'a', false)]
  expect(linkSettled(step(4, 'a', false), earlier).outcome?.settles).toBe(1)
})

test('behavior: a write, a step without an outcome and a gift settle nothing', () => {
  const earlier = [step(0, 'a', true)]
  for (const last of [step(1, 'a', true), step(1, undefined, false), step(1, 'c', false)]) {
    expect(linkSettled(last, earlier)).toBe(last)
  }
})
