import { expect, test } from 'vitest'
import { runCommand } from '../e2e/command.ts'

test('every draw passes, of which a default run takes a share', async () => {
  const { code, stdout } = await runCommand(['run', '--thorough', '--filter', '#draws='])
  expect(code, stdout).toBe(0)
  expect(stdout).not.toContain('drawn:')
}, 3_600_000)
