import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'
import { CAGE_FAULT } from './cage-fault.ts'

test('the fault that both testers hunt is quoted as the cage has it, once', () => {
  const source = readFileSync(join(PROJECT_ROOT, CAGE_FAULT.file), 'utf8')
  expect(source.split(CAGE_FAULT.find)).toHaveLength(2)
})
