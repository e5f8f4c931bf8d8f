import { parentPort, workerData } from 'node:worker_threads'
import '../core/strip-types.mjs'

const { runModule } = await import('./run-module.ts')
parentPort?.postMessage(runModule(workerData))
