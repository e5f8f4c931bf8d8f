import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, STATE_DIR } from '../../../harness/cli/paths.ts'
import { UnavailableError } from '../measure/unavailable.ts'

/** The commit that drawn operations are compared with. */
export const FORMER_COMMIT = 'fe529f7'

/**
 * Check the former commit out below the state directory, once. It shares the packages: this tree's are a superset.
 *
 * @throws UnavailableError without git or without the commit
 */
export function checkOutFormer(): string {
  const root = join(STATE_DIR, 'bench', FORMER_COMMIT)
  if (!existsSync(join(root, 'package.json'))) {
    try {
      execFileSync('git', ['worktree', 'add', '--force', '--detach', root, FORMER_COMMIT], {
        cwd: PROJECT_ROOT,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    } catch (cause) {
      const [why] = (cause as Error).message.split('\n').slice(-2)
      throw new UnavailableError(`no ${FORMER_COMMIT} to check out: ${why}`)
    }
  }
  const packages = join(root, 'node_modules')
  if (!existsSync(packages)) symlinkSync(join(PROJECT_ROOT, 'node_modules'), packages)
  return root
}
