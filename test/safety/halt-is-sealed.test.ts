import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCheckpoints } from '../../tools/safety/audit/checkpoint.ts'
import { type OpenEnvironment, openEnvironment } from './open-environment.ts'

let environment: OpenEnvironment
let directory = ''
beforeAll(async () => {
  environment = await openEnvironment()
  directory = mkdtempSync(join(tmpdir(), 'assay-sealed-'))
})
afterAll(async () => {
  await environment?.close()
  rmSync(directory, { recursive: true, force: true })
})

test('I46 I59: a halt that no tool asked for is sealed with all that it wrote', async () => {
  let text = ''
  const checkpointSink = {
    read: async () => text,
    async append(line: string) {
      text += line
    },
  }
  const stage = await environment.open(
    { store: 'file' },
    { storePath: join(directory, 'agent.sqlite'), checkpointSink },
  )
  try {
    const { agent, store } = stage.session
    await agent.safety.halt('something looks wrong')
    const written = store.readAudit(1, Number.MAX_SAFE_INTEGER).filter(({ kind }) => kind !== 'checkpoint')
    expect(written.map(({ kind }) => kind)).toContain('halt')
    expect(parseCheckpoints(text).checkpoints.at(-1)?.entries).toBe(written.at(-1)?.index)
  } finally {
    await stage.close()
  }
})
