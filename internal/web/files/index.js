// @ts-check
import { run } from './client/app.js';

run();
