// Shows the page that the settings of a form send here. Scripts in it do not run: neither markup that is set this way
// nor the policy of this document lets them.
addEventListener('message', (event) => {
  if (event.source === parent && typeof event.data === 'string') document.documentElement.innerHTML = event.data;
});
// Links lead nowhere, because it is a preview.
addEventListener('click', (event) => event.preventDefault());
