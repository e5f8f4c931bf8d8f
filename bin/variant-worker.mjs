// Entry of a worker thread of a variant: its sources are loaded as they are.
import './use-packages.mjs'

await import('../harness/mutate/worker.ts')
