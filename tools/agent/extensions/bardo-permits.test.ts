import type { ExtensionAPI } from '@earendil-works/pi-coding-agent'
import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import type { BardoHost } from './bardo-host.ts'
import { createBardoPermits, PERMIT_ENTRY } from './bardo-permits.ts'

test('behavior: a session keeps the states of permits from its start to its end, each once', async () => {
  const events = createEventBus()
  const kept: unknown[] = []
  const handlers = new Map<string, () => void>()
  await createBardoPermits({ subscribe: events.subscribe } as Partial<BardoHost> as BardoHost)({
    on: (event: string, handler: () => void) => handlers.set(event, handler),
    appendEntry: (kind: string, entry: unknown) => kept.push([kind, entry]),
  } as never as ExtensionAPI)
  const move = (to: string) => events.emit({ kind: 'permit:state', permit_id: '0x1', from: 'pending', to })
  move('before')
  handlers.get('session_start')?.()
  // A session that is opened again is the same one.
  handlers.get('session_start')?.()
  move('committing')
  handlers.get('session_shutdown')?.()
  move('after')
  expect(kept).toEqual([[PERMIT_ENTRY, { permitId: '0x1', from: 'pending', to: 'committing' }]])
})
