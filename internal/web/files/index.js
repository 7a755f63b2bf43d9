// @ts-check
import { refreshState } from './state-panel.js';
import './send-form.js';
import { onWake } from './wake.js';

onWake(() => void refreshState());
void refreshState();
