import { Html } from '#pages/html.ts';

/** The styles of the pages for developers. */
export const style = new Html(`
:root { --ink: #1a1f2b; --soft: #5a6273; --paper: #f6f7f9; --card: #fff; --line: #d8dce4; --main: #4a3fd6; --danger: #b3261e; --notice: #fff3cd; --notice-ink: #4d3800; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --soft: #a3abbd; --paper: #12151c; --card: #1b202a; --line: #343b4a; --main: #a9a2ff; --danger: #ff9d94; --notice: #3d3210; --notice-ink: #ffe49a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .6rem 1rem; background: var(--notice); color: var(--notice-ink); text-align: center; }
main { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; margin-bottom: 1rem; }
h1, h2 { margin-top: 0; line-height: 1.25; overflow-wrap: anywhere; }
.price { font-size: 2rem; font-weight: 650; margin: .25rem 0 1rem; }
.soft, dt, time { color: var(--soft); }
.alert { color: var(--danger); font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: 1rem 0 0; }
label { display: block; width: 100%; }
input, select { display: block; width: 100%; margin-top: .25rem; padding: .55rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
button { padding: .6rem 1rem; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--line); background: transparent; color: var(--ink); cursor: pointer; }
button.main { background: var(--main); border-color: var(--main); color: var(--card); }
button.danger { color: var(--danger); border-color: var(--danger); }
a { color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .4rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { overflow-wrap: normal; }
td form { margin: 0; }
footer { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; display: flex; gap: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { grid-column: 2; margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 60vh; background: #fff; color-scheme: light; border: 1px solid var(--line); border-radius: 8px; }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 8px; }
`);
