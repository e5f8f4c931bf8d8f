import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimSocket } from './socket-path.ts'

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'node.ipc')
}
const inUse = expect.objectContaining({ code: 'SOCKET_IN_USE' })

test("default: a path is one server's until it is released, with its socket", () => {
  const path = createPath()
  const socket = claimSocket(path)
  writeFileSync(socket.path, '')
  expect(() => claimSocket(path)).toThrow(inUse)
  socket.release()
  expect(existsSync(socket.path)).toBe(false)
  expect(claimSocket(path).path).toBe(path)
})

test('error: SOCKET_IN_USE for a socket that is there, which stays, and no claim is left', () => {
  const path = createPath()
  writeFileSync(path, '')
  for (const _ of [1, 2]) expect(() => claimSocket(path)).toThrow(inUse)
  rmSync(path)
  expect(claimSocket(path).path).toBe(path)
})

test('error: ANVIL_START_FAILED for a path that no socket address holds', () => {
  const tooLong = expect.objectContaining({ code: 'ANVIL_START_FAILED' })
  expect(() => claimSocket(join(createPath(), 'x'.repeat(107)))).toThrow(tooLong)
})
