// Runs at each request below /console: a path that names no file is a page of the one-page application.
function handler(event) {
  var request = event.request;
  var name = request.uri.split("/").pop();
  if (request.uri === "/console") {
    return { statusCode: 308, statusDescription: "Permanent Redirect", headers: { location: { value: "/console/" } } };
  }
  if (name.indexOf(".") < 0) {
    request.uri = "/console/index.html";
  }
  return request;
}
