import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../../harness/stage/stage.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { openLaboratory } from './laboratory.ts'
import { OPERATIONS, type Operation } from './operations.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

const WRAP = { kind: 'wrap', params: { amountBaseUnits: '1000000000000000000' } }
const previewWrap = async (stage: Stage) => {
  const { details, error } = await stage.agent.call('preview_action', WRAP)
  if (error) throw error
  return (details as { permitId: `0x${string}` }).permitId
}
const commit = async (stage: Stage, permitId: string) =>
  (await stage.agent.call('commit_action', { permitId })).error?.code ?? 'committed'
const preview = async (stage: Stage) =>
  (await stage.agent.call('preview_action', WRAP)).error?.code ?? 'allowed'

describe('s16-commit-race', () => {
  test('I13 I21 I23: of 64 concurrent commits one is allowed, and a second process gets no chance', async () => {
    const operation = OPERATIONS.find(({ name }) => name === 'commit') as Operation
    await laboratory.withRival(operation, async (stage, permitId, startRival) => {
      const rival = startRival()
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => stage.session.agent.call('commit_action', { permitId })),
      )
      const codes = answers.map((answer) => (answer.isError ? answer.error.code : 'committed'))
      expect(codes.filter((code) => code === 'committed')).toHaveLength(1)
      expect(codes.filter((code) => code === 'PERMIT_NOT_PENDING')).toHaveLength(63)
      expect((await rival).messages.at(-1)).toMatchObject({
        at: 'failed',
        message: expect.stringContaining('STORE_LOCKED'),
      })
      expect(stage.session.store.listPermits('committed')).toHaveLength(1)
    })
  })
})

describe('s17-permit-replay', () => {
  test('I13 I19 I21: a permit is worth nothing for another chain or another account', async () => {
    await laboratory.withChain(async () => {
      const first = await laboratory.openStack()
      const permitId = await previewWrap(first)
      const row = first.session.store.findPermit(permitId)
      const { policy } = first.session
      await first.close()
      if (row === undefined) throw new Error('no permit')
      const elsewhere = [
        [{ policy: { ...policy, chainId: 1 } }, 'PERMIT_POLICY_CHANGED'],
        [{ cage: ACTORS.recipient.address }, 'SIMULATION_HASH_MISMATCH'],
        [{}, 'committed'],
      ] as const
      for (const [changes, code] of elsewhere) {
        const other = await laboratory.openStack({ ...changes, storePath: ':memory:' })
        other.session.store.insertPermit(row)
        // What the hooks say of an account that is none comes first; the hash must not depend on them.
        const found = await commit(other, permitId)
        if ('cage' in changes) expect(found).not.toBe('committed')
        else expect(found).toBe(code)
        await other.close()
      }
    })
  })
})

describe('s69-split-brain', () => {
  test('I12 I13: of two stores of one account the one whose nonce was taken stops everything', async () => {
    await laboratory.withChain(async () => {
      const [first, second] = [await laboratory.openStack(), await laboratory.openStack()]
      const [one, two] = [await previewWrap(first), await previewWrap(second)]
      expect(await commit(first, one)).toBe('committed')
      expect(await commit(second, two)).toBe('ACCOUNT_FENCED')
      // Which of the two has the key by right nobody can tell: everything stops.
      expect(await preview(second)).toBe('HALTED')
      await second.processes.restart()
      expect(await preview(second)).toBe('HALTED')
      expect(await preview(first)).toBe('ACCOUNT_FENCED')
      expect(await preview(first)).toBe('HALTED')
      await first.close()
      await second.close()
    })
  })

  test('I6 I13: when both sign, one is mined, and the other one knows that it was not', async () => {
    await laboratory.withChain(async () => {
      const [first, second] = [await laboratory.openStack(), await laboratory.openStack()]
      const [one, two] = [await previewWrap(first), await previewWrap(second)]
      first.blocks.setMining(false)
      second.blocks.setMining(false)
      expect(await commit(first, one)).toBe('TRANSACTION_PENDING')
      expect(await commit(second, two)).toBe('BROADCAST_FAILED')
      await first.blocks.mine(1)
      expect((await first.agent.recover()).details).toMatchObject([{ step: 'committed' }])
      // A node that lags would not know of the own transaction either.
      expect((await second.agent.recover()).details).toMatchObject([{ step: 'waiting' }])
      await first.blocks.mine(12)
      expect((await second.agent.recover()).details).toMatchObject([{ step: 'failed' }])
      const { store } = second.session
      expect(store.findPermit(two)?.state).toBe('failed')
      expect(store.findLedgerEntry(two)).toMatchObject({ state: 'spent' })
      expect(store.verifyAudit().ok).toBe(true)
      expect(await preview(second)).toBe('ACCOUNT_FENCED')
      expect(await preview(second)).toBe('HALTED')
      await first.close()
      await second.close()
    })
  })
})
