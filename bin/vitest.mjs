// `assay/vitest`, for tests of people's own.
import { IS_INSTALLED } from './is-installed.mjs'

async function load() {
  if (!IS_INSTALLED) return import('../harness/vitest/index.ts')
  const { tsImport } = await import('tsx/esm/api')
  return tsImport('../harness/vitest/index.ts', import.meta.url)
}

export const { fixtures, matchers } = await load()
