import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'

const TEXTS = /\.(ts|mjs|cjs|md|ya?ml|json|html|css)$/

test('no text tells anybody to have a registry asked for a package of this name', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  })
  const asking = files
    .split('\n')
    .filter((file) => TEXTS.test(file) && existsSync(join(PROJECT_ROOT, file)))
    .filter((file) =>
      // Written apart, or this test would find itself.
      new RegExp(`\\b(npx|npm exec|npm x|pnpm dlx|yarn dlx|bunx)\\b( -\\S+)* ${'assay'}\\b`).test(
        readFileSync(join(PROJECT_ROOT, file), 'utf8'),
      ),
    )
  expect(asking, 'write ./bin/assay.mjs instead: it runs from the checkout, and nowhere else').toEqual([])
})
