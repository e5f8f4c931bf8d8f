import { expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { type CarryOutDeps, sendPermitted, signPermitted } from './carry-out.ts'

/** Sign typed data, and tell how its permit ended; a halt may come before or while it is signed. */
async function sign(halted: 'never' | 'before' | 'meanwhile') {
  const settled: string[] = []
  let isOpen = halted !== 'before'
  let signed = 0
  const deps = {
    mint: createCapabilityMint(),
    clock: { tick: () => 1 },
    custody: {
      async signTypedData() {
        signed += 1
        isOpen = halted === 'never'
        return '0x12'
      },
    },
    latch: {
      assertOpen() {
        if (!isOpen) throw new ToolError('HALTED', { since: 1 })
      },
    },
    settler: { settle: (_: unknown, { kind }: { kind: string }) => void settled.push(kind) },
  }
  const permit = { row: buildPermitRow(), spendUsdc: 0n }
  const signing = signPermitted(permit, { typedData: {} as never }, deps as unknown as CarryOutDeps)
  return { answer: await signing.catch(({ code }) => code), settled, signed }
}

test('default: what was signed is answered, and counts', async () => {
  expect(await sign('never')).toEqual({ answer: '0x12', settled: ['signed'], signed: 1 })
})

test('I46 I48: nobody gets what was signed while a halt came; all of it counts', async () => {
  expect(await sign('meanwhile')).toEqual({ answer: 'HALTED', settled: ['perhaps-signed'], signed: 1 })
})

test('I46: nothing is signed once a halt came, and nothing of it counts', async () => {
  expect(await sign('before')).toEqual({ answer: 'HALTED', settled: ['never-sent'], signed: 0 })
})

test.each<['is over' | 'stays open', `0x${string}` | null]>([
  ['is over', null],
  ['stays open', '0x02'],
])('I6: a permit whose sending failed %s by what was signed: %s', async (_, rawTransaction) => {
  const settled: string[] = []
  const failure = new Error('503')
  const deps = {
    mint: createCapabilityMint(),
    clock: { tick: () => 1 },
    store: { findPermit: () => buildPermitRow({ state: 'committing', rawTransaction }) },
    custody: { executeTx: () => Promise.reject(failure) },
    settler: { settle: (__: unknown, { kind }: { kind: string }) => void settled.push(kind) },
  }
  const permit = { row: buildPermitRow(), spendUsdc: 0n }
  await expect(sendPermitted(permit, {} as never, deps as unknown as CarryOutDeps)).rejects.toBe(failure)
  expect(settled).toEqual(rawTransaction === null ? ['never-sent'] : [])
})

test('I23 I24: what is minted for a permit is for its tool, its plan, its spend and the running tick alone', async () => {
  const granted: unknown[] = []
  const deps = {
    mint: { mint: (grant: unknown) => void granted.push(grant) },
    clock: { tick: () => 7 },
    custody: { executeTx: async () => ({}) },
  }
  const row = buildPermitRow()
  await sendPermitted({ row, spendUsdc: 5n }, {} as never, deps as unknown as CarryOutDeps)
  const { permitId, simulationHash, tool } = row
  expect(granted).toEqual([{ tools: [tool], permitId, simulationHash, maxSpendUsdc: 5n, expiresAtTick: 8 }])
})
