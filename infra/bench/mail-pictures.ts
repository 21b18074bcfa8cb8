import { join } from 'node:path';
import { findChromium } from '@inlet/local/chromium';
import { projectRoot } from '@inlet/local/config';
import { takeMailPictures } from '#mail-pictures/take-mail-pictures.ts';

const folder = join(projectRoot, '.data/mail-pictures');
const count = await takeMailPictures(folder, await findChromium(process.env.PATH ?? ''));
console.log(`${count} pictures in ${folder}`);
