// Entry of a worker thread.
import './use-packages.mjs'

await import('../harness/cli/worker.ts')
