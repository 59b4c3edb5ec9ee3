// On the wallet's page in a window of its own: room for what the page draws as large as the vendor's
// popup (400 × 600), with the page's own parts around it, whatever the window's frame takes.
const room = { width: 460, height: 728 };

async function makeRoom(): Promise<void> {
  const { id, type } = await chrome.windows.getCurrent();
  if (type !== 'popup') return;
  await chrome.windows.update(id, {
    width: room.width + window.outerWidth - window.innerWidth,
    height: room.height + window.outerHeight - window.innerHeight,
  });
}

window.addEventListener('load', () => void makeRoom());
