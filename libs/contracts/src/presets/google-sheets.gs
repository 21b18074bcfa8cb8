// Adds a row to the first sheet for each submission. Deploy it as a web app that anyone may access.
function doPost(request) {
  const { id, createdAt, data } = JSON.parse(request.postData.contents).data.submission;
  const lock = LockService.getScriptLock();
  lock.waitLock(10000);
  try {
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0];
    if (sheet.getLastRow() === 0) sheet.appendRow(['Submission', 'Received']);
    const isKnown = sheet.createTextFinder(id).matchEntireCell(true).findNext() !== null;
    if (data && !isKnown) {
      const head = sheet.getRange(1, 1, 1, sheet.getLastColumn()).getValues()[0].slice(2).map(String);
      const names = [...new Set([...head, ...Object.keys(data)])].slice(0, 100);
      sheet.getRange(1, 3, 1, Math.max(1, names.length)).setValues([names.length ? names.map(asText) : ['']]);
      sheet.appendRow([id, createdAt, ...names.map((name) => asText(data[name]))]);
    }
  } finally {
    lock.releaseLock();
  }
  return ContentService.createTextOutput('ok');
}

// With an apostrophe in front a sheet takes a value as text, never as a formula.
function asText(value) {
  if (value === undefined || value === null || value === '') return '';
  return typeof value === 'number' ? value : `'${typeof value === 'object' ? JSON.stringify(value) : value}`;
}
