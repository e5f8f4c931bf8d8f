// `assay/vitest`, for tests of people's own.
import { IS_INSTALLED } from '../tools/core/is-installed.mjs'

if (IS_INSTALLED) await import('./use-packages.mjs')

export const { fixtures, matchers } = await import('../harness/vitest/index.ts')
