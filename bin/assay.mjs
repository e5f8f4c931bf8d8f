#!/usr/bin/env node
import { main } from '../harness/cli/main.ts'

process.exit(await main(process.argv.slice(2)))
