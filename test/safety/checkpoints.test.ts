import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { AUDITOR } from '../../harness/world/actors.ts'
import { type OpenEnvironment, openEnvironment } from './open-environment.ts'

let world: OpenEnvironment
let directory = ''
beforeAll(async () => {
  world = await openEnvironment()
  directory = mkdtempSync(join(tmpdir(), 'assay-checkpoints-'))
})
afterAll(async () => {
  await world.close()
  rmSync(directory, { recursive: true, force: true })
})

const WRAP = { kind: 'wrap', params: { amountBaseUnits: '1000' } }

describe('an agent with a durable store', () => {
  test('I49 I50: what it did, restarts and denials included, is covered and verifies', async () => {
    const storePath = join(directory, 'agent.sqlite')
    const checkpoints = join(directory, 'agent.checkpoints')
    const stage = await world.open(
      { store: 'file' },
      { storePath, checkpointSink: createCheckpointFile(checkpoints) },
    )
    for (let round = 0; round < 8; round += 1) {
      const { details } = await stage.agent.call('preview_action', WRAP)
      const { permitId } = details as { permitId: string }
      await stage.agent.call(round % 3 === 2 ? 'cancel_action' : 'commit_action', { permitId })
      await stage.agent.call('commit_action', { permitId })
      if (round === 4) await stage.processes.restart()
    }
    await stage.close()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(PROJECT_ROOT, 'bin/assay.mjs'),
        ...['audit', 'verify', storePath, '--json'],
        ...['--checkpoints', checkpoints, '--signer', AUDITOR.address],
      ],
      { encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    const report = JSON.parse(stdout) as { entries: number; coveredEntries: number; checkpoints: number }
    expect(report).toMatchObject({ isIntact: true, findings: [] })
    expect(report.checkpoints).toBeGreaterThan(1)
    expect(report.coveredEntries).toBe(report.entries - 1)
  })

  test('I50: does nothing while its checkpoints find no place outside, but halts', async () => {
    let text = ''
    let isFull = false
    const failing = {
      read: async () => text,
      async append(line: string) {
        if (isFull) throw new Error('ENOSPC')
        text += line
      },
    }
    const storePath = join(directory, 'full.sqlite')
    const stage = await world.open({ store: 'file' }, { storePath, checkpointSink: failing })
    const first = await stage.agent.call('preview_action', WRAP)
    const { permitId } = first.details as { permitId: string }
    isFull = true
    for (let entry = 0; entry < 16; entry += 1) stage.session.store.appendAudit('note', { entry })
    const refused = expect.objectContaining({ code: 'CHECKPOINT_FAILED', layer: 'audit' })
    const preview = await stage.agent.call('preview_action', WRAP)
    const commit = await stage.agent.call('commit_action', { permitId })
    expect([preview.error, commit.error]).toEqual([refused, refused])
    expect(commit.observed).toEqual([])
    expect(stage.session.store.findPermit(permitId as `0x${string}`)?.state).toBe('pending')
    const halt = await stage.agent.call('emergency_halt', { reason: 'the disk is full' })
    expect(halt.details).toMatchObject({ halted: true, isLogSealed: false })
    expect(halt.events).toContainEqual({ kind: 'denied', layer: 'audit', code: 'CHECKPOINT_FAILED' })
    await stage.close()
  })
})
