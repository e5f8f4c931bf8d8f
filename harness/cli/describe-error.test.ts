import { expect, test } from 'vitest'
import { toHarnessError } from './describe-error.ts'

test('error: BAD_USAGE where the working directory was removed, which is no defect', () => {
  const cause = Object.assign(new Error('process.cwd failed'), { code: 'ENOENT', syscall: 'uv_cwd' })
  expect(toHarnessError(cause)).toMatchObject({ code: 'BAD_USAGE', details: { hint: expect.any(String) } })
  expect(toHarnessError(new Error('else')).code).toBe('INTERNAL')
})
