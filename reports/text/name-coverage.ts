/** What reports call each kind of key. */
export const COVERAGE_TITLES: Readonly<Record<string, string>> = {
  cell: 'phase × class',
  phase: 'phase changes',
  permit: 'permits',
  hook: 'hooks × verdicts',
  code: 'error codes',
  fault: 'faults',
  kind: 'action kinds',
  tool: 'tools',
}
