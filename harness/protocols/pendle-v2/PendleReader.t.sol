// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {IPendleOracle} from "../../../tools/protocols/pendle-v2/contracts/IPendle.sol";
import {PendleReader} from "../../../tools/protocols/pendle-v2/contracts/PendleReader.sol";

/// @notice A token of settable balances; as SY with a rate and an asset.
contract MockSy {
    address private immutable ASSET;
    uint256 public exchangeRate;
    mapping(address => uint256) public balanceOf;

    constructor(address asset) {
        ASSET = asset;
    }

    function assetInfo() external view returns (uint8, address, uint8) {
        return (0, ASSET, 18);
    }

    function give(address account, uint256 amount) external {
        balanceOf[account] += amount;
    }

    function setRate(uint256 rate) external {
        exchangeRate = rate;
    }
}

/// @notice Averages over half an hour; of what it was not told it says nothing.
contract MockOracle {
    error NoObservation();

    mapping(bytes32 => uint256) private _rates;

    function set(bytes4 what, address market, uint256 rate) external {
        _rates[keccak256(abi.encode(what, market))] = rate;
    }

    function getPtToAssetRate(address market, uint32 duration) external view returns (uint256) {
        return _rate(market, duration);
    }

    function getYtToAssetRate(address market, uint32 duration) external view returns (uint256) {
        return _rate(market, duration);
    }

    function getLpToAssetRate(address market, uint32 duration) external view returns (uint256) {
        return _rate(market, duration);
    }

    function _rate(address market, uint32 duration) private view returns (uint256 rate) {
        rate = _rates[keccak256(abi.encode(msg.sig, market))];
        if (rate == 0 || duration != 1_800) revert NoObservation();
    }
}

/// @notice SY counts by its own rate, PT, YT and LP of each market by its averages.
contract PendleReaderTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant ASSET = address(0xda1);
    bytes4 private constant PT_RATE = IPendleOracle.getPtToAssetRate.selector;
    bytes4 private constant YT_RATE = IPendleOracle.getYtToAssetRate.selector;
    bytes4 private constant LP_RATE = IPendleOracle.getLpToAssetRate.selector;

    /// @dev What is said of the one lot.
    struct Said {
        uint256 units;
        uint256 index;
        uint256 amount;
    }

    MockOracle private _oracle = new MockOracle();
    /// @dev SY; market, PT and YT; those of the later market.
    MockSy[7] private _all;
    PendleReader private _reader;

    function setUp() public {
        for (uint256 i; i < 7; ++i) {
            _all[i] = new MockSy(ASSET);
        }
        _reader = new PendleReader(
            IPendleOracle(address(_oracle)),
            address(_all[0]),
            address(_all[1]),
            address(_all[2]),
            address(_all[3]),
            address(_all[4]),
            address(_all[5]),
            address(_all[6])
        );
    }

    function _keyOf(uint256 which) private view returns (bytes32) {
        return keccak256(abi.encode(_all[which]));
    }

    function ask(bytes32 key) public view returns (bytes memory) {
        return Words.ask(address(_reader), abi.encodeCall(_reader.holdings, (ACCOUNT, key, new uint256[](1))));
    }

    function _ask(bytes32 key) private view returns (Said memory lot) {
        bytes memory said = ask(key);
        assertEq(bytes32(Words.at(said, 0)), key);
        assertEq(Words.at(said, 1), type(uint256).max);
        // One lot of units, index, nothing that leaves, and one leg.
        assertEq(Words.at(said, 3), 1);
        (lot.units, lot.index) = (Words.at(said, 5), Words.at(said, 6));
        assertEq(Words.at(said, 7), 0);
        assertEq(Words.at(said, 9), 1);
        assertEq(address(uint160(Words.at(said, 10))), ASSET);
        lot.amount = Words.at(said, 11);
    }

    function test_I64_eachCountsAtItsOwnRate() public {
        _all[0].setRate(1.1e18);
        (address market, address later) = (address(_all[1]), address(_all[4]));
        _oracle.set(LP_RATE, market, 2.2e18);
        _oracle.set(PT_RATE, market, 0.93e18);
        _oracle.set(YT_RATE, market, 0.07e18);
        _oracle.set(LP_RATE, later, 2.4e18);
        _oracle.set(PT_RATE, later, 0.85e18);
        _oracle.set(YT_RATE, later, 0.15e18);
        uint256[7] memory worth = [uint256(1100e18), 2200e18, 930e18, 70e18, 2400e18, 850e18, 150e18];
        for (uint256 i; i < 7; ++i) {
            _all[i].give(ACCOUNT, 1000e18);
            Said memory lot = _ask(_keyOf(i));
            assertEq(lot.units, 1000e18);
            assertEq(lot.amount, worth[i]);
            assertEq(lot.index, worth[i] / 1e12);
        }
    }

    function test_I8_whatTheRateHasBeyondNineDigitsIsNotCounted() public {
        _all[0].setRate(1.000000001999999999e18);
        _all[0].give(ACCOUNT, 3e18);
        Said memory lot = _ask(_keyOf(0));
        assertEq(lot.index, 1_000_000_001);
        assertEq(lot.amount, 3_000000003_000000000);
    }

    function testFuzz_neverMoreThanItIs(uint256 units, uint256 rate) public {
        units = bound(units, 1, 1e36);
        rate = bound(rate, 1e9, 1e24);
        _oracle.set(PT_RATE, address(_all[4]), rate);
        _all[5].give(ACCOUNT, units);
        uint256 is_ = Math.mulDiv(units, rate, 1e18);
        uint256 counted = _ask(_keyOf(5)).amount;
        assertLe(counted, is_);
        // Nothing but the digits that are left away, and the rest of a division.
        assertLe(is_ - counted, units / 1e9 + 1);
    }

    function test_default_ofWhatIsLeftNobodyIsAsked() public view {
        for (uint256 i; i < 7; ++i) {
            Said memory lot = _ask(_keyOf(i));
            assertEq(lot.units, 0);
            assertEq(lot.amount, 0);
        }
    }

    function test_default_othersHoldNothingOfIt() public {
        _all[2].give(address(0xbad), 1000e18);
        assertEq(_ask(_keyOf(2)).units, 0);
    }

    /// @dev The cage keeps what it booked last, and risk waits.
    function test_error_withoutAnAverageNothingIsSaid() public {
        _all[2].give(ACCOUNT, 1);
        // That of the other market is none of it.
        _oracle.set(PT_RATE, address(_all[4]), 1e18);
        bytes32 key = _keyOf(2);
        vm.expectRevert(MockOracle.NoObservation.selector);
        this.ask(key);
    }

    function test_default_nothingOfWhatNobodyKnows() public {
        MockSy other = new MockSy(ASSET);
        other.give(ACCOUNT, 1e18);
        assertEq(_ask(keccak256(abi.encode(other))).units, 0);
        assertEq(_ask(bytes32(uint256(uint160(address(_all[0]))))).units, 0);
    }

    function test_I65_everyCallMayChangeAllOfThem() public view {
        assertEq(_reader.mark(ACCOUNT, ""), 0);
        bytes32[] memory keys = _reader.touched(ACCOUNT, 0, "", "");
        assertEq(keys.length, 7);
        for (uint256 i; i < 7; ++i) {
            assertEq(keys[i], _keyOf(i));
            address[] memory tokens = _reader.tokens(keys[i]);
            assertEq(tokens.length, 1);
            assertEq(tokens[0], ASSET);
        }
    }
}
