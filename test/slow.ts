import { relative, resolve } from 'node:path'

/**
 * Tests that nobody waits for after a change, folders and files: they start whole processes, kill them and keep them short of
 * something, build worlds anew, or go through every tool once more. `npm test` leaves them out, `npm run test:all` runs them
 * with the others, as continuous integration does. What takes longest comes first.
 */
export const SLOW = [
  'test/mutants/',
  'test/e2e/',
  'test/durability/',
  'test/pi/',
  'test/gateway/',
  'test/conformance/denials.test.ts',
  'test/conformance/unwound.test.ts',
  'test/safety/benign-corpus.test.ts',
  'test/vitest/',
  'test/queue/',
  'test/goals/',
  'test/sandbox/',
  'test/viewer/',
  'test/workspace/',
  'test/custody/',
  'test/world/',
  'test/safety/max-loss.test.ts',
  'test/structure/folder-circles.test.ts',
  'test/structure/scaffold.test.ts',
  'test/structure/setup.test.ts',
  'test/structure/sources.test.ts',
  'test/structure/packages.test.ts',
  'harness/world/origin.test.ts',
  'harness/world/compile.test.ts',
  'harness/fuzz/written-cases.test.ts',
  'harness/sidecar/sidecar-host.test.ts',
  'harness/guardian/guardian-host.test.ts',
  'harness/chain/process-ledger.test.ts',
  'harness/chain/install-cleanup.test.ts',
  'harness/mutate/source-tree.test.ts',
]

/** List what is left out of a run in a folder whose arguments may name paths, in any way of writing them. */
export function listLeftOut(given: readonly string[], root: string): readonly string[] {
  const named = given.flatMap((argument) =>
    argument.includes('/') ? [relative(root, resolve(root, argument))] : [],
  )
  const isNamed = (place: string) =>
    named.some((path) => path !== '' && (path.startsWith(place) || place.startsWith(path)))
  return SLOW.filter((place) => !isNamed(place))
}
