// The shared store of photowidget, for Dart and Flutter on Linux, with the calls of the home_widget package.
// Not run by this project's tests: they have no Dart.
import 'dart:convert';
import 'dart:io';

class PhotoWidget {
  static String? _group;

  /// The app group of all later calls.
  static Future<void> setAppGroupId(String group) async => _group = group;

  /// Writes a string; completes when it is on the disk. False and a warning where it was not written.
  static Future<bool> saveWidgetData(String key, String value) async {
    final group = _group;
    if (group == null) return _warn('setAppGroupId was not called');
    // The value goes through standard input: it may be long, and may start with a dash.
    return _run(['defaults', 'write', '--group', group, '--', key, '-'], value);
  }

  /// Asks for a new timeline. Await saveWidgetData first: the timeline then shows what it wrote.
  static Future<bool> updateWidget(String kind) => _run(['reload', '--', kind], '');

  static Future<bool> _run(List<String> arguments, String input) async {
    try {
      final process = await Process.start('photowidget', arguments);
      process.stdin.write(input);
      await process.stdin.close();
      final reason = process.stderr.transform(utf8.decoder).join();
      await process.stdout.drain<void>();
      return await process.exitCode == 0 || _warn(await reason);
    } on ProcessException catch (error) {
      return _warn(error.message);
    }
  }

  static bool _warn(String reason) {
    stderr.writeln('[HOME WIDGET] ${reason.trim()}');
    return false;
  }
}
