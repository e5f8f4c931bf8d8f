import { expect, test } from 'vitest'
import { type ControlHandlers, createChainControl } from './chain-control.ts'

const control = createChainControl({
  takeSnapshot: async () => ({ snapshotId: '0x1' }),
} as Partial<ControlHandlers> as ControlHandlers)

test('default: an operation goes to its handler', async () => {
  expect(await control.execute('takeSnapshot', {})).toEqual({ snapshotId: '0x1' })
})

test.each(['toString', 'takeSnapshots'])('error: CONTROL_NOT_AVAILABLE for %s', async (operation) => {
  await expect(control.execute(operation, {})).rejects.toMatchObject({ code: 'CONTROL_NOT_AVAILABLE' })
})
