import { parentPort, workerData } from 'node:worker_threads'
import { type ModuleJob, runModule } from './run-module.ts'

parentPort?.postMessage(runModule(workerData as ModuleJob))
