// Entry of a worker thread.
import './use-sources.mjs'

await import('../harness/cli/worker.ts')
