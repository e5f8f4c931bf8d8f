import { expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { createEventBus } from '../../core/events.ts'
import { createSealer } from './sealer.ts'

const FAILED = new ToolError('CHECKPOINT_FAILED', { reason: 'no space' })
const failing = { advance: () => Promise.reject(FAILED), seal: () => Promise.reject(FAILED) }

test('I49: nothing is covered before its checkpoint is written', async () => {
  const sealer = createSealer({ checkpoints: failing, events: createEventBus() })
  await expect(sealer.cover()).rejects.toBe(FAILED)
  await expect(sealer.advance()).rejects.toBe(FAILED)
})

test('behavior: what cannot be sealed is announced, and not said to be', async () => {
  const events = createEventBus()
  const codes: unknown[] = []
  events.subscribe((event) => void codes.push((event as { code?: string }).code))
  expect(await createSealer({ checkpoints: failing, events }).seal()).toBe(false)
  expect(codes).toEqual(['CHECKPOINT_FAILED'])
  expect(await createSealer({ events }).seal()).toBe(false)
})
